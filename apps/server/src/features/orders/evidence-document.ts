import { BANKS } from '@holdfast/contract/rules';
import { ORDER_STATE_INFO, REMARK_REMOVAL_TEXTS, RULING_REASONS } from '@holdfast/contract/orders';
import type { DocumentSection, PrintedDocument } from '@holdfast/documents';
import { defined } from '@holdfast/kernel';
import {
  ACCOUNT_WORDS,
  EVENT_WORDS,
  LINE_WORDS,
  METHOD_WORDS,
  MOVEMENT_WORDS,
  REASON_WORDS,
  WHO,
} from './evidence.words.ts';
import type { FoundEvidence, HappenedFact, OrderFact } from './evidence-facts.ts';

/** The evidence of an order as a document that people read. What proves it line by line is attached: the same evidence as a sealed file. */

const TAIPEI = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Taipei',
  dateStyle: 'short',
  timeStyle: 'medium',
});
const timeOf = (at: string): string => TAIPEI.format(new Date(at));

const wordOf = (words: Readonly<Record<string, string>>, name: string): string =>
  Object.hasOwn(words, name) ? defined(words[name], name) : name;

const placeOf = (name: string): string =>
  BANKS.find(({ code }) => code === name)?.zhTW ?? wordOf(METHOD_WORDS, name);

function reasonOf(reason: unknown): string {
  if (typeof reason !== 'string') return '';
  const ruled = RULING_REASONS[reason as keyof typeof RULING_REASONS];
  return wordOf({ ...(ruled && { [reason]: ruled.zhTW }), ...REASON_WORDS }, reason);
}

function partyOf(party: OrderFact['data']['payer']): string {
  const account = 'account' in party ? `，帳號 ${party.account}` : '';
  return `${party.realName}（暱稱 ${party.nick}，編號 ${party.uid}${account}）`;
}

function aboutOrder({ at, data }: OrderFact): DocumentSection {
  const { coin, quantity, price, payTwd, fee, state, side } = data;
  return {
    heading: '訂單',
    facts: [
      ['訂單編號', data.serialNo],
      ['種類', side === 'sell' ? '賣單（賣家掛單）' : '買單（買家掛單）'],
      ['數量', `${quantity} ${coin}`],
      ['單價', `NT$ ${price}`],
      ['應付金額', `NT$ ${payTwd}`],
      ['手續費', `${fee} ${coin}`],
      ['鎖定時間', timeOf(at)],
      ['付款時限', `${data.payWindowMinutes} 分鐘`],
      ['狀態', ORDER_STATE_INFO[state].zhTW],
      ...(data.endedAt === null ? [] : [['結束時間', timeOf(data.endedAt)] as const]),
    ],
  };
}

function aboutSides({ data: { payer, payee, payTo, payMethod, declared } }: OrderFact): DocumentSection {
  return {
    heading: '雙方與付款',
    facts: [
      ['買家（付款）', partyOf(payer)],
      ['賣家（收款）', partyOf(payee)],
      ['付款方式', METHOD_WORDS[payMethod]],
      ['收款處', `${placeOf(payTo.place)} ${payTo.account}，戶名 ${payTo.holderName}`],
      ...(declared
        ? ([
            [
              '買家的付款聲明',
              `${placeOf(declared.from)}，帳號末五碼 ${declared.lastFive}，付款人 ${declared.payer}`,
            ],
            ...(declared.at === null ? [] : [['聲明時間', timeOf(declared.at)] as const]),
          ] as const)
        : []),
    ],
  };
}

function textOf(fact: HappenedFact): string {
  if (fact.kind === 'remark') {
    const { author, text, removed } = fact.data;
    const since =
      removed && `（${timeOf(removed.at)} 經客服移除：${REMARK_REMOVAL_TEXTS[removed.because].zhTW}）`;
    return `${WHO[author]}：${text}${since ?? ''}`;
  }
  if (fact.kind === 'event') {
    const { actor, event, from, to, detail } = fact.data;
    const reason = reasonOf('reason' in detail ? detail.reason : undefined);
    const minutes = 'minutes' in detail && typeof detail.minutes === 'number' ? `${detail.minutes} 分鐘` : '';
    const state = from === to ? '' : `→ ${wordOf(STATE_WORDS, to)}`;
    const said = [wordOf(EVENT_WORDS, event), reason, minutes].filter((part) => part !== '').join('，');
    return `${wordOf(WHO, actor)}：${said}${state && ` ${state}`}`;
  }
  if (fact.kind === 'posting') {
    const { kind, owner, account, coin, amount } = fact.data;
    const whose = owner === 'payer' || owner === 'payee' ? WHO[owner] : '';
    return `${wordOf(MOVEMENT_WORDS, kind)}：${whose}${wordOf(ACCOUNT_WORDS, account)} ${amount} ${coin}`;
  }
  const { author, kind, text, en, event, file } = fact.data;
  const said = [text ?? '', ...(en === undefined ? [] : [en])].join(' / ');
  const what = kind === 'message' ? said : event === undefined ? fileOf(file) : LINE_WORDS[event];
  return `${wordOf(WHO, author)}：${what}`;
}

const STATE_WORDS = Object.fromEntries(
  Object.entries(ORDER_STATE_INFO).map(([state, { zhTW }]) => [state, zhTW]),
);

type LineFile = Extract<HappenedFact, { kind: 'line' }>['data']['file'];

const fileOf = (file: LineFile): string =>
  file
    ? `附件 ${file.type === 'application/pdf' ? 'PDF' : '圖片'}，${file.bytes ?? 0} 位元組，SHA-256 ${file.sha256 ?? '未留存'}`
    : '附件';

const KINDS = { remark: '掛單備註', event: '經過', line: '對話', posting: '帳務' } as const;

const MADE_FOR = { payer: '買家', payee: '賣家', operator: '客服（未遮蔽）' } as const;

/** `text`: the sealed file that is attached. */
export function documentOf(
  { order, happened, sealed }: FoundEvidence,
  { fileName, text }: { fileName: string; text: string },
): PrintedDocument {
  const head = defined(sealed.entries.at(-1), 'evidence has its order').hash;
  const title = `訂單證據 ${sealed.serialNo}`;
  return {
    title,
    subtitle: `製作時間 ${timeOf(sealed.madeAt)}，供${MADE_FOR[sealed.madeFor]}使用。時間為台北時間（UTC+8）。`,
    madeAt: new Date(sealed.madeAt),
    footer: `${title}　紀錄鏈末端 ${head.slice(0, 16)}`,
    sections: [
      aboutOrder(order),
      aboutSides(order),
      {
        heading: '紀錄',
        table: {
          columns: [
            { title: '序', share: 0.06 },
            { title: '時間', share: 0.21 },
            { title: '類別', share: 0.09 },
            { title: '內容', share: 0.64 },
          ],
          // The order itself is the first entry of the chain.
          rows: happened.map((fact, index) => [
            String(index + 2),
            timeOf(fact.at),
            KINDS[fact.kind],
            textOf(fact),
          ]),
        },
      },
      {
        heading: '如何查驗',
        paragraphs: [
          '本文件附有數位簽章：任何一個位元組遭更動，PDF 閱讀器都會顯示文件已被修改。',
          `隨附的 ${fileName} 是同一份紀錄的原始資料，每一列都以 SHA-256 與前一列相連，末端另有簽章，可逐列查驗。`,
          '公開金鑰公布於本平台網址的 /.well-known/holdfast-evidence.pem，以查驗程式離線核對即可，不必連線本平台。',
          `紀錄共 ${sealed.count} 列，紀錄鏈末端：${head}`,
          ...(sealed.madeFor === 'operator'
            ? []
            : ['對方的姓名與帳號已遮蔽。完整資料由有權單位向本平台調取。']),
        ],
      },
    ],
    attachment: { fileName, mediaType: 'application/json', text, description: '可逐列查驗的原始紀錄' },
  };
}
