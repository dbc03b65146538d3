/** Runs before each test file; what it imports runs once in a process that files share. */
import './module-paths.ts';
import { afterAll, vi } from 'vitest';

// Files share a process, and read the environment as they are loaded: before `unstubEnvs` has put it back.
afterAll(() => void vi.unstubAllEnvs());

// For the check of rows, which compares what queries bring with the types of their callers (scripts/rows.ts).
if (process.env['ROW_RECORD']) await import('./row-record.ts');
