import { Readable } from 'node:stream';
import type { FilePurpose } from '#contract/limits/media.ts';
import { appendToTransfer, startTransfer, finishTransfer } from '#server/features/media/transfers/transfers.ts';
import { transferById } from '#server/features/media/transfers/transfers-store.ts';
import { newId } from '#server/platform/ids.ts';
import type { DemoSite } from '#scripts/demo/demo-site.ts';
import type { Order } from './studio.ts';

/** A file's name as its author would have given it. */
export function fileName(title: string, ending: string): string {
  const words = title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  return `${words.replaceAll(/^-+|-+$/g, '')}.${ending}`;
}

/**
 * Transfers a file through the endpoints that a browser uses; it is processed while the community goes on. @returns its
 * id
 */
export async function sendFile(
  demo: DemoSite,
  username: string,
  file: { readonly order: Order; readonly name: string; readonly purpose: FilePurpose },
): Promise<string> {
  const { ctx } = demo;
  const viewer = demo.viewers.get(username)!;
  const content = await demo.studio.take(file.order);
  const id = newId(ctx.clock.now());
  await startTransfer(ctx, viewer, id, { length: content.length, name: file.name, purpose: file.purpose });
  await appendToTransfer(ctx, (await transferById(ctx.db, id))!, Readable.from([content]), 0);
  await finishTransfer(ctx, id);
  await demo.settle();
  return id;
}
