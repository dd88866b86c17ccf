import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

// For each file: Testing Library itself registers this only where it is loaded first, and the files of a worker share it.
afterEach(cleanup);
