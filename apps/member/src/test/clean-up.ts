import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';
import { loadErrors } from '@holdfast/client/calls';

// Screens load their code when they are first shown, which takes a while on a busy machine.
configure({ asyncUtilTimeout: 10_000 });

// The fake server refuses by errors that have not come over a wire, where their catalogue would be loaded.
await loadErrors();

// For each file: Testing Library itself registers this only where it is loaded first, and the files of a worker share it.
afterEach(async () => {
  cleanup();
  // A way back through the history ends in a later task, and would take the next test to this one's address.
  await new Promise((done) => setTimeout(done));
});
