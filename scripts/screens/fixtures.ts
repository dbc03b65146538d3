import { ladder } from '#people/ledger/contract/ranks.ts';
import type { Context } from '#platform/server/context.ts';
import { type FixtureMember, cookieFor, makeMember } from '#people/accounts/server/fixtures.ts';
import { correct, grantEntitlement } from '#people/ledger/server/actions.ts';
import { sql } from '#platform/server/db/database.ts';
import { type OddFiles, makeOddFiles } from './file-fixtures.ts';
import { giveStaffWork } from './staff-fixtures.ts';

/** The viewers of the screenshots, and their posts of the demo. */
export interface ScreenFixtures {
  /** `cookie` headers by name. */
  readonly cookies: ReadonlyMap<string, string>;
  /** The post with the most replies of the last weeks. */
  readonly lively: string;
  /** A post that waits for staff, and its author is `tessaract`. */
  readonly held: string;
  /** An 18+ post. */
  readonly adult: string;
  /** A post behind an unlock. */
  readonly locked: string;
  /** An upload of pictures, and one that asks; null in a demo without uploads. */
  readonly drawn: string | null;
  readonly poll: string | null;
  /** An image of `milo` that waits for staff. */
  readonly waiting: string;
  /** Profile of who is suspended, and has appealed. */
  readonly suspended: string;
  /** Lifts `climber` to the next rank. */
  readonly promote: () => Promise<void>;
  /** The image of the gallery with the most likes. */
  readonly image: string;
  /** The upload with sound that is talked about most; null in a demo without uploads. */
  readonly track: string | null;
  /** A track of `halfmoon` with a second version; null in a demo without uploads. */
  readonly versions: string | null;
  readonly odd: OddFiles;
}

const known = ['ada', 'milo', 'tessaract', 'halfmoon'];

/** Signs the demo's members in, and adds those that a demo does not need: one suspended, one not verified, one new. */
export async function screenFixturesOf(ctx: Context): Promise<ScreenFixtures> {
  const users = await ctx.db.rows<{ username: string; user_id: string }>(
    sql`SELECT username, user_id FROM profiles WHERE username = ANY(${known})`,
  );
  const cookies = new Map<string, string>();
  for (const { username, user_id } of users) cookies.set(username, await cookieFor(ctx, user_id));
  // Milo has confirmed to be an adult, has bookmarked a few posts, and can pay for another.
  const [milo] = await ctx.db.rows<{ id: string }>(
    sql`UPDATE profiles SET is_adult = true WHERE username = 'milo' RETURNING id`,
  );
  await ctx.db.tx((tx) => correct(ctx, tx, milo!.id, { xp: 0, credits: 130 }, 'screens'));
  await ctx.db.tx((tx) => grantEntitlement(ctx, tx, milo!.id, 'custom_banner', 'screens', null));
  const others = {
    suspended: { username: 'loud_larry', displayName: 'Loud Larry' },
    unverified: { username: 'nearly_there', displayName: 'Nearly There', verified: false },
    new: { username: 'edie_one', displayName: 'Edie' },
    climber: { username: 'basslinebo', displayName: 'Bo' },
  };
  const membersByName = new Map<string, FixtureMember>();
  for (const [name, overrides] of Object.entries(others)) {
    const member = await makeMember(ctx, overrides);
    cookies.set(name, member.cookie);
    membersByName.set(name, member);
  }
  const post = async (where: ReturnType<typeof sql>): Promise<string> => {
    const [found] = await ctx.db.rows<{ id: string }>(
      sql`SELECT id FROM forum_posts WHERE ${where} ORDER BY reply_count DESC, id LIMIT 1`,
    );
    if (!found) throw new Error('The demo lacks a post that a screen needs.');
    return found.id;
  };
  const [image] = await ctx.db.rows<{ id: string }>(
    sql`SELECT id FROM gallery_images WHERE state = 'published' ORDER BY like_count DESC, id LIMIT 1`,
  );
  if (!image) throw new Error('The demo lacks an image.');
  const [waiting] = await ctx.db.rows<{ id: string }>(sql`
    SELECT i.id FROM gallery_images i JOIN profiles p ON p.id = i.uploader_id
    WHERE i.state = 'pending' AND p.username = 'milo' LIMIT 1`);
  if (!waiting) throw new Error('The demo lacks an image that waits.');
  const upload = async (where: ReturnType<typeof sql>): Promise<string | null> => {
    const [found] = await ctx.db.rows<{ id: string }>(
      sql`SELECT id FROM uploads WHERE state = 'published' AND NOT is_adult AND ${where} ORDER BY comment_count DESC, id LIMIT 1`,
    );
    return found?.id ?? null;
  };
  const [versions] = await ctx.db.rows<{ id: string }>(sql`
    SELECT u.id FROM uploads u JOIN profiles p ON p.id = u.author_id JOIN upload_files f ON f.upload_id = u.id
    WHERE u.state = 'published' AND p.username = 'halfmoon' AND f.version > 1 LIMIT 1`);
  const track = await upload(sql`has_audio`);
  const suspended = membersByName.get('suspended')!;
  await giveStaffWork(ctx, { suspended, upload: track });
  let climbed = 0;
  return {
    cookies,
    suspended: suspended.profileId,
    track,
    drawn: await upload(sql`has_image AND NOT has_audio`),
    poll: await upload(sql`has_poll`),
    waiting: waiting.id,
    promote: async () => {
      climbed++;
      await ctx.db.tx((tx) =>
        correct(ctx, tx, membersByName.get('climber')!.profileId, { xp: ladder[climbed]!.xp, credits: 0 }, 'screens'),
      );
    },
    versions: versions?.id ?? null,
    odd: await makeOddFiles(ctx),
    lively: await post(sql`state = 'published' AND NOT is_adult`),
    held: await post(sql`state = 'held'`),
    adult: await post(sql`state = 'published' AND is_adult`),
    locked: await post(sql`state = 'published' AND is_locked`),
    image: image.id,
  };
}
