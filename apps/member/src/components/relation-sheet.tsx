import { RELATIONS_MAX } from '@holdfast/contract/orders';
import {
  Button,
  EmptyState,
  ListRow,
  RowList,
  Card,
  Segmented,
  Sheet,
  Skeleton,
  stackClass,
  TradeIcon,
} from '@holdfast/ui';
import { useState } from 'react';
import { useAction } from '@holdfast/client/calls';
import { useWords } from '@holdfast/client/i18n';
import { usePages, useRefresh } from '@holdfast/client/queries';
import { useServices } from '#state/services.tsx';
import { LoadMore } from './load-more.tsx';
import { MemberAvatar } from './member-avatar.tsx';
import { ReadFailed } from './read-failed.tsx';
import { RemarkNote } from './remark-note.tsx';
import { Refusal } from './refusal.tsx';
import { relationWords } from './relation.words.ts';
import { useToast } from './toast.tsx';
import { TradeRecord } from './trade-record.tsx';

interface Other {
  readonly uid: string;
  readonly nick: string;
}
type Change = 'favourite' | 'unfavourite' | 'block' | 'unblock';

/** Blocks somebody or keeps a favourite, and has the market read anew. */
export function useRelation({ uid, nick }: Other, change: Change, onDone?: () => void) {
  const say = useWords(relationWords);
  const { callApi } = useServices();
  const refresh = useRefresh();
  const showToast = useToast();
  return useAction(
    async () => {
      if (change === 'block' || change === 'unblock')
        await callApi('/member/block/set', { input: { uid, blocked: change === 'block' ? '1' : '0' } });
      else
        await callApi('/member/favourite/set', {
          input: { uid, favourite: change === 'favourite' ? '1' : '0' },
        });
      showToast(say(`${change}Done`, { nick }));
      refresh('/listing/market', '/listing/best', '/member/block/list', '/member/favourite/list');
      onDone?.();
    },
    { shows: ['RELATIONS_FULL', 'RELATION_SELF', 'MEMBER_NOT_FOUND', 'RATE_LIMITED'] },
  );
}

/** Another member: how they trade, and what one can do about them: keep as a favourite, or never meet again. */
export function RelationSheet({
  other,
  isFavourite,
  remark = null,
  onClose,
}: {
  other: Other;
  /** Undefined where it makes no difference: only the block is offered. */
  isFavourite?: boolean;
  /** What their listing says. */
  remark?: string | null;
  onClose: () => void;
}) {
  const say = useWords(relationWords);
  const favourite = useRelation(other, isFavourite === true ? 'unfavourite' : 'favourite', onClose);
  const block = useRelation(other, 'block', onClose);
  const isBusy = favourite.isBusy || block.isBusy;
  return (
    <Sheet title={say('more', { nick: other.nick })} onClose={isBusy ? undefined : onClose}>
      <div className={stackClass}>
        {remark !== null && <RemarkNote text={remark} />}
        <TradeRecord uid={other.uid} />
        {isFavourite !== undefined && (
          <>
            <p>{say('favouriteNote')}</p>
            <Button block look="quiet" busy={favourite.isBusy} onClick={() => void favourite.run()}>
              {say(isFavourite ? 'unfavourite' : 'favourite')}
            </Button>
          </>
        )}
        <p>{say('blockNote')}</p>
        <Button block look="danger" busy={block.isBusy} onClick={() => void block.run()}>
          {say('block', { nick: other.nick })}
        </Button>
        <Refusal error={favourite.error ?? block.error} />
      </div>
    </Sheet>
  );
}

type List = 'favourites' | 'blocks';

/** Both lists, where what was done can be undone. */
export function RelationLists({ onClose }: { onClose: () => void }) {
  const say = useWords(relationWords);
  const [list, setList] = useState<List>('favourites');
  return (
    <Sheet title={say('lists')} onClose={onClose}>
      <div className={stackClass}>
        <Segmented
          stretch
          label={say('lists')}
          value={list}
          onChange={setList}
          options={[
            { value: 'favourites', label: say('favourites') },
            { value: 'blocks', label: say('blocks') },
          ]}
        />
        <Members key={list} list={list} />
      </div>
    </Sheet>
  );
}

function Members({ list }: { list: List }) {
  const say = useWords(relationWords);
  const read = usePages(list === 'blocks' ? '/member/block/list' : '/member/favourite/list', {});
  const members = read.data;
  if (read.isError && !members) return <ReadFailed read={read} />;
  if (!members) return <Skeleton height="120px" />;
  if (members.length === 0)
    return (
      <EmptyState
        icon={<TradeIcon />}
        title={say(list === 'blocks' ? 'noBlocks' : 'noFavourites')}
        text={say(list === 'blocks' ? 'noBlocksText' : 'noFavouritesText')}
      />
    );
  return (
    <>
      <Card flush>
        <RowList label={say(list)}>
          {members.map((member) => (
            <li key={member.uid}>
              <Row member={member} change={list === 'blocks' ? 'unblock' : 'unfavourite'} />
            </li>
          ))}
        </RowList>
      </Card>
      {list === 'blocks' && <p>{say('count', { count: members.length, max: RELATIONS_MAX })}</p>}
      <LoadMore pages={read} />
    </>
  );
}

function Row({
  member,
  change,
}: {
  member: Other & { readonly avatarFileId: string | null };
  change: 'unblock' | 'unfavourite';
}) {
  const say = useWords(relationWords);
  const undo = useRelation(member, change);
  return (
    <>
      <ListRow
        lead={<MemberAvatar nick={member.nick} fileId={member.avatarFileId} />}
        title={member.nick}
        note={say(change)}
        onClick={() => void undo.run()}
      />
      <Refusal error={undo.error} />
    </>
  );
}
