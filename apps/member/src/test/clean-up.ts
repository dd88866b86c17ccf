import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// Screens load their code when they are first shown, which takes a while on a busy machine.
configure({ asyncUtilTimeout: 10_000 });

// For each file: Testing Library itself registers this only where it is loaded first, and the files of a worker share it.
afterEach(cleanup);
