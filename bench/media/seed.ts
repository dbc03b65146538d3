import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { pino } from 'pino';
import { readConfig } from '#server/config.ts';
import { makeMember } from '#server/features/accounts/fixtures.ts';
import { claimFiles } from '#server/features/media/actions.ts';
import { makeFile } from '#server/features/media/fixtures.ts';
import { fileById } from '#server/features/media/store.ts';
import { setSiteSetting } from '#server/features/site-settings/store.ts';
import { sql } from '#server/platform/db/database.ts';
import { openSite } from '#server/site.ts';
import { mediaFolder } from './interleaved.ts';

/** A site with a member who may upload anything, and one public file. */
export interface SeededFiles {
  readonly dataDir: string;
  readonly cookie: string;
  /** Path of the public file's address. */
  readonly publicFile: string;
}

/** Makes one with a database of its own. */
export async function seedFiles(content: Uint8Array): Promise<SeededFiles> {
  const dataDir = path.join(mediaFolder, 'site');
  mkdirSync(dataDir);
  const config = readConfig({ DATA_DIR: dataDir, PORT: '3999' });
  const site = await openSite(config, pino({ level: 'error' }), { pages: false, work: false });
  try {
    const { ctx } = site;
    await setSiteSetting(ctx, 'uploadMegabytes', 4096);
    await setSiteSetting(ctx, 'quotaMegabytes', 100_000);
    const owner = await makeMember(ctx);
    const id = await makeFile(ctx, owner, content, { name: 'loop.wav' });
    // The original is served, as without a decoder.
    await ctx.db.rows(sql`UPDATE files SET processing = 'unavailable' WHERE id = ${id}`);
    // As part of an upload, whose bytes are recorded for its plays.
    const claim = { contentKind: 'upload', contentId: randomUUID(), guarded: false };
    await ctx.db.tx((tx) => claimFiles(ctx, tx, owner.profileId, [id], claim));
    return { dataDir, cookie: owner.cookie, publicFile: `/files/${(await fileById(ctx.db, id))!.key}` };
  } finally {
    await site.close();
  }
}
