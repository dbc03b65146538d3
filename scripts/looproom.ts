import { isBuilt } from './bundle/build-record.ts';
import { startBuilt } from './bundle/start-built.ts';

/** The operator's command line, `npm run looproom -- --help`: of the build where there is one, which answers sooner. */
if (isBuilt()) await startBuilt('looproom');
else await import('./commands/main.ts');
