import { clockTime, useLanguage, useWords } from '@holdfast/client/i18n';
import { useRead } from '@holdfast/client/queries';
import { buttonClass, Card, Fact, Facts, stackClass } from '@holdfast/ui';
import { Link } from '@tanstack/react-router';
import { Page } from '#components/page.tsx';
import { ReadState } from '#components/read-state.tsx';
import { useWhen } from '#components/use-when.ts';
import { useMay } from '#state/services.tsx';
import styles from './home.module.css';
import { homeWords } from './home.words.ts';
import { Today } from './today.tsx';

export function HomeScreen() {
  const say = useWords(homeWords);
  const language = useLanguage();
  const may = useMay();
  const me = useRead('/operator/me', {});
  const when = useWhen();
  return (
    <Page title={say('title')} note={say('help')}>
      <ReadState read={me}>
        {({ name, signedInAt, endsAt, lastSignIn, recoveryCodesLeft, openRequests }) => (
          <>
            <h2>{say('greeting', { name })}</h2>
            <div className={styles.cards}>
              {may('requests.read') && (
                <Card className={stackClass}>
                  <h3>{say('requests')}</h3>
                  <p>
                    {openRequests === 0 ? say('requestsNone') : say('requestsSome', { count: openRequests })}
                  </p>
                  {openRequests > 0 && (
                    <Link to="/requests" search={{}} className={buttonClass()}>
                      {say('look')}
                    </Link>
                  )}
                </Card>
              )}
              <Card className={stackClass}>
                <h3>{say('session')}</h3>
                <Facts>
                  <Fact name={say('since')}>{when(signedInAt)}</Fact>
                  <Fact name={say('ends')}>{clockTime(endsAt, language)}</Fact>
                  <Fact name={say('last')}>
                    {lastSignIn
                      ? `${when(lastSignIn.at)} · ${lastSignIn.place || lastSignIn.network || say('unknownPlace')}`
                      : say('lastNone')}
                  </Fact>
                  <Fact name={say('recovery')}>{say('recoveryCount', { count: recoveryCodesLeft })}</Fact>
                </Facts>
              </Card>
            </div>
          </>
        )}
      </ReadState>
      <Today />
    </Page>
  );
}
