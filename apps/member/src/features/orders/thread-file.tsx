import type { ThreadLine } from '@holdfast/contract/calls';
import { Button, Overlay, Skeleton } from '@holdfast/ui';
import { useEffect, useRef, useState } from 'react';
import { saveFile } from '@holdfast/client/files';
import { useWords } from '@holdfast/client/i18n';
import { useLineFile } from './thread.query.ts';
import styles from './thread.module.css';
import { threadWords } from './thread.words.ts';

/** Shows what only this page has. Its address lives as long as the picture stands on the screen. */
const showing = (blob: Blob) => (image: HTMLImageElement) => {
  const address = URL.createObjectURL(blob);
  image.src = address;
  return () => URL.revokeObjectURL(address);
};

/** Whether an element has come near the screen: a thread of forty pictures loads those that one looks at. */
function useIsNear() {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(!('IntersectionObserver' in globalThis));
  useEffect(() => {
    const { current } = place;
    if (isNear || !current) return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [isNear]);
  return [place, isNear] as const;
}

interface FileProps {
  orderId: string;
  line: ThreadLine;
  /** What it is and whose, for whoever cannot see it. */
  name: string;
}

/** A picture of the thread, to be looked at closer. */
export function LinePicture({ orderId, line, name }: FileProps) {
  const say = useWords(threadWords);
  const [place, isNear] = useIsNear();
  const [isOpen, setOpen] = useState(false);
  const { data, isError, refetch } = useLineFile(orderId, line, isNear);
  return (
    <div ref={place} className={styles.picture}>
      {isError && (
        <>
          <p>{say('fileFailed')}</p>
          <Button look="quiet" onClick={() => void refetch()}>
            {say('again')}
          </Button>
        </>
      )}
      {!isError && !data && <Skeleton width="200px" height="150px" />}
      {data && (
        <button
          type="button"
          className={styles.thumb}
          onClick={() => setOpen(true)}
          aria-label={`${name}：${say('openPicture')}`}
        >
          <img ref={showing(data)} alt={name} />
        </button>
      )}
      {data && isOpen && (
        <Overlay title={name} onClose={() => setOpen(false)}>
          <div className={styles.large} data-scroller>
            <img ref={showing(data)} alt={name} />
          </div>
        </Overlay>
      )}
    </div>
  );
}

const KIB = 1024;
const sizeOf = (bytes: number) =>
  bytes < KIB * KIB ? `${Math.ceil(bytes / KIB)} KB` : `${(bytes / KIB / KIB).toFixed(1)} MB`;

/** A PDF is handed over as a file: nothing of it is ever opened inside the app. */
export function LinePdf({ orderId, line, name }: FileProps) {
  const say = useWords(threadWords);
  const [isWanted, setWanted] = useState(false);
  const { data, isError, isFetching, refetch } = useLineFile(orderId, line, isWanted);
  const wasSaved = useRef(false);
  useEffect(() => {
    if (!data || wasSaved.current) return;
    wasSaved.current = true;
    saveFile(`holdfast-${orderId}-${line.number}.pdf`, data);
  }, [data, orderId, line.number]);
  const open = () => {
    wasSaved.current = false;
    if (data) saveFile(`holdfast-${orderId}-${line.number}.pdf`, data);
    else if (isWanted) void refetch();
    else setWanted(true);
  };
  return (
    <div className={styles.picture}>
      <p>{name}</p>
      {isError && <p role="alert">{say('fileFailed')}</p>}
      <Button look="quiet" busy={isFetching} onClick={open}>
        {say('openPdf', { size: sizeOf(line.file?.bytes ?? 0) })}
      </Button>
    </div>
  );
}
