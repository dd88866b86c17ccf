import { BROADCAST_TITLE } from '@holdfast/contract/broadcasts';
import { inLanguage, sayIn, useWords } from '@holdfast/client/i18n';
import { Card, stackClass } from '@holdfast/ui';
import styles from './broadcasts.module.css';
import { broadcastWords } from './broadcasts.words.ts';

const SHOWN_IN = [
  { language: 'zh-TW', name: '中文', title: 'titleZh', text: 'textZh' },
  { language: 'en', name: 'English', title: 'titleEn', text: 'textEn' },
] as const;

export interface Texts {
  readonly kind: string;
  readonly titleZh: string;
  readonly textZh: string;
  readonly titleEn: string;
  readonly textEn: string;
}

/** What members see of a broadcast, in both languages: on a locked screen, in the app, and in the list afterwards. */
export function Preview({ texts }: { texts: Texts | undefined }) {
  const say = useWords(broadcastWords);
  return (
    <Card className={stackClass} role="region" aria-label={say('preview')}>
      <h2>{say('preview')}</h2>
      {!texts && <p>{say('previewNeeds')}</p>}
      {texts && (
        <div className={styles.views}>
          {SHOWN_IN.map(({ language, name, title, text }) => (
            <section key={language} className={styles.view}>
              <h3 lang={language}>{name}</h3>
              <p>{say('asPush')}</p>
              <div className={styles.push} lang={language}>
                <b>{inLanguage(BROADCAST_TITLE, language)}</b>
              </div>
              {texts.kind !== 'film' && (
                <>
                  <p>{say('asDialog')}</p>
                  <div className={styles.dialog} lang={language}>
                    <b>{texts[title]}</b>
                    <span className={styles.text}>{texts[text]}</span>
                    <span className={styles.key}>{sayIn(broadcastWords, language)('close')}</span>
                  </div>
                </>
              )}
              <p>{say(texts.kind === 'film' ? 'asFilm' : 'asRow')}</p>
              <div className={styles.row} lang={language}>
                <b>{texts[title]}</b>
                <span className={styles.text}>{texts[text]}</span>
              </div>
            </section>
          ))}
        </div>
      )}
    </Card>
  );
}
