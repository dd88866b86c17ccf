/** Receipts of banks that do not exist, as the demo world shows them. For tests only. */
export { drawReceipt, type Receipt, type ReceiptApp } from '../demo/demo-receipt.ts';
