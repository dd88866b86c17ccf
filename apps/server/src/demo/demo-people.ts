/** The people of the demo world: invented, and recognisably so. Everybody signs in with the same password and code. */

export const DEMO_PASSWORD = 'Demo5trade';
export const DEMO_SECRET = '135790';

export interface DemoPerson {
  readonly account: string;
  readonly nick: string;
  /** A name that nobody has: 示範, 試用, 樣本, 測試 mean demonstration, trial, sample and test. */
  readonly realName: string;
  readonly level: number;
  /** In the range of a country that does not exist: nobody can ever be reached there. */
  readonly mobile: string;
  readonly bankCode: string;
  readonly accountNumber: string;
  /** What an operator issued at the start, as decimal texts. */
  readonly twd: string;
  readonly usdt: string;
  /** What this person is for, as `npm start` prints it. */
  readonly about: string;
}

export const DEMO_PEOPLE: readonly DemoPerson[] = [
  {
    account: 'demoseller1',
    nick: '穩穩',
    realName: '林示範',
    level: 4,
    mobile: '+999000000001',
    bankCode: '822',
    accountNumber: '000100010001',
    twd: '120000.00',
    usdt: '5000.000000',
    about: 'sells TWD and USDT, has an order to confirm',
  },
  {
    account: 'demobuyer1',
    nick: '阿快',
    realName: '陳試用',
    level: 2,
    mobile: '+999000000002',
    bankCode: '013',
    accountNumber: '000200020002',
    twd: '8480.00',
    usdt: '120.500000',
    about: 'buys; has paid an order and waits',
  },
  {
    account: 'demoseller2',
    nick: 'Sample88',
    realName: '王樣本',
    level: 3,
    mobile: '+999000000003',
    bankCode: '808',
    accountNumber: '000300030003',
    twd: '50000.00',
    usdt: '2400.000000',
    about: 'sells TWD and USDT at other prices',
  },
  {
    account: 'demonewbie1',
    nick: '新朋友',
    realName: '張測試',
    level: 0,
    mobile: '+999000000004',
    bankCode: '700',
    accountNumber: '00040004000004',
    twd: '0.00',
    usdt: '0.000000',
    about: 'new, has nothing yet',
  },
];
