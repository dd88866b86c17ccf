/** Hands a file to whoever uses the app, among the downloads of the browser. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The download has its own hold on the content by then; a minute is for slow ones.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
