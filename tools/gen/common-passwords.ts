// The list of passwords that everybody tries first, made from common stems in the shapes that the rule of passwords allows: 6-12
// characters with a lower-case letter, an upper-case letter and a digit. Compared case-folded, so one line stands for every casing.
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '@holdfast/contract/constants';

/** Words, names, keyboard walks and pet words that lead published lists, what Taiwan types, and our own name. */
const STEMS = `
password passwd passw pass pwd admin administrator root guest login user test tester demo default changeme secret letmein welcome hello
iloveyou loveyou lovely love lover baby babygirl angel princess prince queen king sunshine summer winter spring autumn flower rainbow
monkey dragon tiger lion panda eagle falcon wolf shark kitty puppy bunny butterfly chocolate cookie banana orange apple cherry peach
master shadow killer ninja hunter ranger soldier warrior hero legend magic wizard batman superman spiderman pokemon pikachu naruto
football baseball basketball soccer hockey tennis golf yankees lakers chelsea arsenal liverpool barcelona juventus ferrari porsche
mercedes toyota honda yamaha harley mustang corvette google facebook twitter instagram youtube yahoo hotmail gmail apple samsung nokia
windows linux ubuntu oracle cisco server system network internet computer laptop office money dollar rich bitcoin crypto wallet usdt
tether binance coin bank cash gold silver diamond lucky happy smile freedom peace forever always trust nothing whatever access
qwerty qwertyui qwertyuiop qwert qwer qwe asdf asdfgh asdfghjkl asd zxcv zxcvbn zxcvbnm zxc qaz qazwsx qazxsw wsx edc abc abcd abcde
abcdef aaa aaaa aaaaa aaaaaa abab xxx xxxx zzz qqq qqqq www a aa ab az q qw z x
michael michelle jennifer jessica ashley amanda daniel david andrew anthony matthew joshua thomas robert william charlie charles george
jordan taylor nicole robert jason justin kevin brian eric alex alice anna amy andy tony tom jack jerry john johnny james jimmy peter
paul mark mary maria linda lisa laura sarah sophie emma emily olivia lucas leo leon oscar max sam simon steven sandy sunny vicky wendy
winnie yvonne vivian irene joyce grace ivy iris jenny judy kelly karen kimberly
taiwan taipei kaohsiung taichung tainan hsinchu formosa woaini woaini woaiwo wozuimei aini baobao laopo laogong mama baba xiaomi
wang chen lin huang zhang chang lee li wu liu tsai yang hsu cheng hsieh kuo hung chiu tseng liao lai chou yeh su chuang lu
ming wei chun hao yu hua jia xin mei ling fang jing ting yun zhi cheng hong
china asia korea japan tokyo london paris newyork america canada hongkong singapore
holdfast wenfu member account trade trader market merchant escrow
`;

/** What is put behind a stem, or before it. */
const COUNTS = [
  '1',
  '12',
  '123',
  '1234',
  '12345',
  '123456',
  '1234567',
  '12345678',
  '123456789',
  '0',
  '01',
  '007',
];
const REPEATS = [
  '11',
  '22',
  '66',
  '77',
  '88',
  '99',
  '111',
  '222',
  '333',
  '666',
  '777',
  '888',
  '999',
  '1111',
  '6666',
  '8888',
];
const LUCKY = [
  '168',
  '520',
  '521',
  '530',
  '1314',
  '5201314',
  '9527',
  '321',
  '4321',
  '54321',
  '654321',
  '147',
  '258',
  '369',
  '159',
];
const LATER = [
  '1122',
  '1212',
  '1313',
  '112233',
  '121212',
  '123123',
  '123321',
  '000',
  '0000',
  '00',
  '100',
  '101',
  '911',
  '69',
];
const NUMBERS = [...COUNTS, ...REPEATS, ...LUCKY, ...LATER];
const TWO_DIGITS = Array.from({ length: 100 }, (_, number) => String(number).padStart(2, '0'));
const YEARS = Array.from({ length: 2031 - 1960 }, (_, index) => String(1960 + index));
const SIGNS = ['', '!', '@', '.'];

/** Letters that people write as digits and signs. */
const LEET: readonly Readonly<Record<string, string>>[] = [{}, { o: '0' }, { a: '@' }, { a: '@', o: '0' }];

function spellings(stem: string): string[] {
  const written = LEET.map((table) => Array.from(stem, (letter) => table[letter] ?? letter).join(''));
  return [...new Set(written)];
}

/** Whether some casing of the text obeys the rule: two letters, one for each case, and a digit. */
function canBePassword(text: string): boolean {
  const letters = text.replaceAll(/[^a-z]/g, '').length;
  const fits = text.length >= PASSWORD_LENGTH_MIN && text.length <= PASSWORD_LENGTH_MAX;
  return fits && letters >= 2 && /\d/.test(text);
}

/** The shapes of one spelling: alone, with a number behind or before, with a sign, twice. */
function* shapesOf(word: string): Generator<string> {
  yield word;
  yield `${word}${word}1`;
  for (const number of [...NUMBERS, ...TWO_DIGITS, ...YEARS]) yield `${word}${number}`;
  for (const number of NUMBERS) {
    yield `${number}${word}`;
    yield `${word}@${number}`;
    for (const sign of SIGNS) {
      yield `${word}${number}${sign}`;
    }
  }
}

/** Every line of the list, case-folded and in order. */
export function makeCommonPasswords(): string[] {
  const stems = new Set(STEMS.trim().split(/\s+/));
  const lines = [...stems].flatMap(spellings).flatMap((word) => [...shapesOf(word)].filter(canBePassword));
  return [...new Set(lines)].toSorted();
}
