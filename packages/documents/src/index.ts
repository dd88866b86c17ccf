export { attachmentOf, documentFault, type DocumentFault } from './check.ts';
export type { DocumentSection, PrintedDocument } from './document.ts';
export { drawDocument } from './draw.ts';
export { createDocumentSigner } from './sign.ts';
