import { sql } from '#platform/server/db/database.ts';
import type { World } from '#site/testing/world.ts';

let claimants = 0;

/** A confirmed complaint about what stands at an address. @returns parameters of its endpoints */
export async function makeComplaint(world: World, url: string): Promise<{ readonly complaintId: string }> {
  const email = `owner-${claimants++}@example.net`;
  const body = {
    url,
    email,
    name: 'Clara Owner',
    signature: 'Clara Owner',
    goodFaith: true,
    postalAddress: '1 Main Street, Springfield',
    work: 'My song "Blue hours" of 2024',
    accurate: true,
  } as const;
  await world.ok('POST /legal/takedown', { body });
  const mail = (await world.mails(email)).find(({ text }) => text.includes('token='))!;
  await world.ok('POST /legal/takedown/confirm', { body: { token: /token=([\w-]+)/.exec(mail.text)![1]! } });
  const [row] = await world.ctx.db.rows<{ id: string }>(sql`SELECT id FROM complaints WHERE claimant_email = ${email}`);
  return { complaintId: row!.id };
}
