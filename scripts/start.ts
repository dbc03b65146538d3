import { isBuilt } from './bundle/build-record.ts';
import { startBuilt } from './bundle/start-built.ts';
import { runNode } from './tool.ts';

if (!isBuilt()) {
  const { code } = await runNode('scripts/build.ts', [], { live: true });
  if (code !== 0) process.exit(code);
}
await startBuilt('main');
