/** Stands for a decoder that a file has broken: it hangs, dies, or answers, by the announced length. For tests only. */
process.on('message', ({ id, bytes }: { id: number; bytes: number }) => {
  if (bytes === 1) for (;;);
  if (bytes === 2) process.abort();
  process.send?.({ id, fault: 'UPLOAD_ANIMATED', secrets: Object.keys(process.env).length });
});
