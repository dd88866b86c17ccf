import { MAINTENANCE_TEXTS } from '@holdfast/contract/member';
import { dayAndTime, fillIn, inLanguage, sayIn, useWords } from '@holdfast/client/i18n';
import { Card, Fact, Facts, stackClass, useServerTime } from '@holdfast/ui';
import { maintenanceWords } from './maintenance.words.ts';
import type { Plan } from './read-plan.ts';

const SHOWN_IN = [
  { language: 'zh-TW', name: '中文', message: 'messageZh' },
  { language: 'en', name: 'English', message: 'messageEn' },
] as const;
const MINUTE_MS = 60_000;

/** What members read of a maintenance, in both languages. */
export function Preview({ plan }: { plan: Plan | undefined }) {
  const say = useWords(maintenanceWords);
  const now = useServerTime((ms) => Math.floor(ms / MINUTE_MS) * MINUTE_MS);
  return (
    <Card className={stackClass} role="region" aria-label={say('preview')}>
      <h2>{say('preview')}</h2>
      {!plan && <p>{say('previewNeeds')}</p>}
      {plan &&
        SHOWN_IN.map(({ language, name, message }) => {
          const time = (at: string) => dayAndTime(at, now, language);
          const zoned = (at: string) => sayIn(maintenanceWords, language)('zoned', { time: time(at) });
          const before =
            plan.from !== undefined &&
            fillIn(inLanguage(MAINTENANCE_TEXTS.planned, language), {
              from: zoned(plan.from),
              until: time(plan.until),
            });
          const during = fillIn(inLanguage(MAINTENANCE_TEXTS.running, language), { time: zoned(plan.until) });
          return (
            <section key={language} className={stackClass}>
              <h3 lang={language}>{name}</h3>
              <Facts>
                {[
                  [say('before'), before],
                  [say('during'), during],
                ].map(
                  ([where, text]) =>
                    text !== false && (
                      <Fact key={String(where)} name={where}>
                        <span lang={language}>{`${text} ${plan[message]}`.trim()}</span>
                      </Fact>
                    ),
                )}
              </Facts>
            </section>
          );
        })}
    </Card>
  );
}
