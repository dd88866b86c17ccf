/** Hands the debug log to the member as a file of the browser's downloads. */
export function saveLog(text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = 'holdfast-log.txt';
  link.click();
  // The download has its own hold on the text by then; a minute is for slow ones.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
