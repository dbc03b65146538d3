/** Runs before each test file; what it imports runs once in a process that files share. */
import './module-paths.ts';

// For the check of rows, which compares what queries bring with the types of their callers (scripts/rows.ts).
if (process.env['ROW_RECORD']) await import('./row-record.ts');
