import type { CallOutput } from '@holdfast/contract/calls';
import { useWords } from '@holdfast/client/i18n';
import { useRead } from '@holdfast/client/queries';
import { Button, Card, Fact, Facts, formatMoney, stackClass } from '@holdfast/ui';
import { Link, useSearch } from '@tanstack/react-router';
import { Fragment, useState } from 'react';
import styles from '#components/components.module.css';
import { Page } from '#components/page.tsx';
import { ReadState } from '#components/read-state.tsx';
import { useWhen } from '#components/use-when.ts';
import { useMay } from '#state/services.tsx';
import { CardActions } from './card-actions.tsx';
import { MemberActions } from './member-actions.tsx';
import { MemberListings } from './member-listings.tsx';
import { MemberState } from './member-state.tsx';
import memberStyles from './members.module.css';
import { memberWords } from './members.words.ts';
import { Trading } from './trading.tsx';
import { RevealSheet, type RevealedField } from './reveal-sheet.tsx';

type Detail = CallOutput<'/operator/member/detail/{account}'>;
type WordsOf<Kind extends string> = Extract<keyof (typeof memberWords)['en'], `${Kind}-${string}`>;

/** Everything about one member that helps to decide something, masked. */
export function MemberScreen() {
  const say = useWords(memberWords);
  const { account = '' } = useSearch({ from: '/shell/member' });
  const read = useRead('/operator/member/detail/{account}', { params: { account } });
  const may = useMay();
  return (
    <Page
      title={account}
      note={
        may('members.list') && (
          <Link to="/members" search={{}} className={styles.rowLink}>
            {say('back')}
          </Link>
        )
      }
    >
      <ReadState read={read}>
        {(detail) => (
          // Another member begins anew: what was revealed of this one, or typed about them, is nothing of theirs.
          <Fragment key={account}>
            <MemberActions member={detail.member} />
            <div className={memberStyles.cards}>
              <Profile member={detail.member} />
              <Trading member={detail.member} trading={detail.trading} />
              <Money balances={detail.balances} />
              <MemberListings account={detail.member.account} />
              <Access detail={detail} />
              <Cards account={detail.member.account} cards={detail.cards} />
            </div>
          </Fragment>
        )}
      </ReadState>
    </Page>
  );
}

function Profile({ member }: { member: Detail['member'] }) {
  const say = useWords(memberWords);
  const when = useWhen();
  const may = useMay();
  const [asked, setAsked] = useState<RevealedField>();
  const [shown, setShown] = useState<Partial<Record<RevealedField, string>>>({});
  const personal = (field: RevealedField, masked: string) => (
    <span className={memberStyles.personal}>
      <span>{shown[field] ?? (masked === '' ? say('none') : masked)}</span>
      {masked !== '' && shown[field] === undefined && may('members.reveal') && (
        <Button look="text" onClick={() => setAsked(field)}>
          {say('reveal')}
        </Button>
      )}
    </span>
  );
  return (
    <Card className={stackClass}>
      <h2>{say('profile')}</h2>
      <Facts>
        <Fact name={say('nick')}>{member.nick}</Fact>
        <Fact name={say('uid')}>{member.uid}</Fact>
        <Fact name={say('level')}>
          {member.isLevelKept ? say('levelKept', { level: member.level }) : member.level}
        </Fact>
        <Fact name={say('role')}>{say(member.role)}</Fact>
        <Fact name={say('state')}>
          <MemberState member={member} />
        </Fact>
        <Fact name={say('realName')}>{say(`status-${member.realNameStatus}`)}</Fact>
        <Fact name={say('name')}>{personal('realName', member.realName)}</Fact>
        <Fact name={say('mobile')}>{personal('mobile', member.mobile)}</Fact>
        <Fact name={say('mail')}>{personal('mail', member.mail)}</Fact>
        <Fact name={say('authenticator')}>{say(`authenticator-${member.authenticator}`)}</Fact>
        <Fact name={say('secret')}>{say(member.hasSecret ? 'secretSet' : 'secretMissing')}</Fact>
        <Fact name={say('registered')}>{when(member.registeredAt)}</Fact>
      </Facts>
      {Object.keys(shown).length > 0 && <p className={styles.quiet}>{say('hideAgain')}</p>}
      {asked && (
        <RevealSheet
          account={member.account}
          field={asked}
          onShown={(value) => setShown({ ...shown, [asked]: value })}
          onClose={() => setAsked(undefined)}
        />
      )}
    </Card>
  );
}

function Money({ balances }: Pick<Detail, 'balances'>) {
  const say = useWords(memberWords);
  const parts = ['total', 'available', 'listed', 'inOrder', 'onHold'] as const;
  return (
    <Card className={stackClass}>
      <h2>{say('money')}</h2>
      <table className={`${styles.changes} ${styles.sums}`}>
        <thead>
          <tr>
            <td />
            {balances.map(({ coin }) => (
              <th key={coin} scope="col">
                {coin}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {parts.map((part) => (
            <tr key={part}>
              <th scope="row">{say(part)}</th>
              {balances.map((balance) => (
                <td key={balance.coin}>{formatMoney(balance[part], {})}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

function Access({ detail: { session, signIns, coolDowns } }: { detail: Detail }) {
  const say = useWords(memberWords);
  const when = useWhen();
  const placeOf = ({ place, network }: { place: string; network: string }) =>
    place || network || say('unknownPlace');
  return (
    <Card className={stackClass}>
      <h2>{say('session')}</h2>
      <p>
        {session
          ? say('since', { device: session.device, place: placeOf(session), when: when(session.since) })
          : say('noSession')}
      </p>
      <h3>{say('signIns')}</h3>
      {signIns.length === 0 && <p className={styles.quiet}>{say('noSignIns')}</p>}
      <ul className={memberStyles.list}>
        {signIns.map((one) => (
          <li key={`${one.at} ${one.outcome}`}>
            {when(one.at)} · {say(`outcome-${one.outcome}` as WordsOf<'outcome'>)} · {placeOf(one)}
          </li>
        ))}
      </ul>
      <h3>{say('coolDowns')}</h3>
      {coolDowns.length === 0 && <p className={styles.quiet}>{say('noCoolDowns')}</p>}
      <ul className={memberStyles.list}>
        {coolDowns.map(({ cause, until }) => (
          <li key={cause}>
            {say(`cause-${cause}` as WordsOf<'cause'>)} · {say('until', { when: when(until) })}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Cards({ account, cards }: Pick<Detail, 'cards'> & { account: string }) {
  const say = useWords(memberWords);
  return (
    <Card className={stackClass}>
      <h2>{say('cards')}</h2>
      {cards.length === 0 && <p className={styles.quiet}>{say('noCards')}</p>}
      <ul className={memberStyles.list}>
        {cards.map((card) => (
          <li key={card.id}>
            <span className={styles.mono}>
              {card.bankCode} {card.accountMasked}
            </span>{' '}
            · {card.holderName} · {say(`status-${card.status}`)}
          </li>
        ))}
      </ul>
      <CardActions account={account} cards={cards} />
    </Card>
  );
}
