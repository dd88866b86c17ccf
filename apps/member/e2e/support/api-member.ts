export {
  ApiMember,
  freshAccount,
  freshAccountNumber,
  freshAddress,
  freshMobile,
  freshNick,
  PASSWORD,
  publicKeyOf,
  REAL_NAME,
  TRANSACTION_SECRET,
} from '@holdfast/testkit/e2e';
