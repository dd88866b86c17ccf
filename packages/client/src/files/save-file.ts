import type { CallOutput } from '@holdfast/contract/calls';
/** Hands a file to whoever uses the app, among the downloads of the browser. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The download has its own hold on the content by then; a minute is for slow ones.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

const MEDIA_TYPES = { json: 'application/json', pdf: 'application/pdf' } as const;

/** Offers the evidence of an order, as the server has sent it. */
export function saveEvidence({ fileName, format, content }: CallOutput<'/order/evidence'>): void {
  const bytes = Uint8Array.from(atob(content), (one) => one.charCodeAt(0));
  saveFile(fileName, new Blob([bytes], { type: MEDIA_TYPES[format] }));
}
