/** Hands a text to the member as a file of the browser's downloads. */
export function saveText(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = name;
  link.click();
  // The download has its own hold on the text by then; a minute is for slow ones.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
