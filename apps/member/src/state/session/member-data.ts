import type { BankCard, MemberInfo } from '@holdfast/contract/calls';
import { STORAGE_KEYS } from '@holdfast/contract/constants';
import { REAL_NAME_STATUSES, type MemberData } from '@holdfast/contract/member';
import {
  createStored,
  flag,
  integer,
  listOf,
  matching,
  oneOf,
  recordOf,
  text,
  withDefault,
  type Reader,
  type Stored,
} from '@holdfast/client/storage';

/** A token, or the empty place of one that lies sealed under the PIN lock. */
export const TOKEN_PLACE = /^(?:[A-Za-z0-9_-]{43})?$/;
const INSTANT = matching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);

const readBankCard = recordOf<BankCard>({
  id: matching(/^[1-9]\d{0,17}$/),
  bankCode: text,
  accountMasked: text,
  holderName: text,
  status: oneOf(['Review', 'NotApproved', 'Approved']),
  addedAt: INSTANT,
});

const readMemberInfo = recordOf<MemberInfo>({
  account: text,
  userLevel: integer,
  realName: text,
  realNameStatus: oneOf(REAL_NAME_STATUSES),
  email: text,
  mobile: text,
  countryCode: text,
  registerDate: INSTANT,
  banks: listOf(readBankCard),
  platformBinding: flag,
  bankCardStatus: text,
});

const readSignedIn = recordOf({
  login: recordOf({ account: text, access_token: matching(TOKEN_PLACE), nick: text, uid: text }),
  vehicle: recordOf({ device: matching(/^[0-9a-f]{16}$/) }),
  platformBinding: withDefault(flag, false),
  pinCheck: withDefault(flag, false),
});

/** What a device keeps of a sign-in (spec 3). Present means signed in; a record of another shape is a sign-out. */
export const readMemberData: Reader<MemberData> = (value) => {
  const signedIn = readSignedIn(value);
  if (!signedIn) return undefined;
  const { memberInfo: stored } = value as { memberInfo?: unknown };
  if (stored === undefined) return signedIn;
  const memberInfo = readMemberInfo(stored);
  return memberInfo && { ...signedIn, memberInfo };
};

/** The sign-in that a device keeps. */
export const memberDataOf = (area: Storage): Stored<MemberData> =>
  createStored({ area, key: STORAGE_KEYS.memberData, read: readMemberData });
