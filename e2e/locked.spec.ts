import { randomUUID } from 'node:crypto';
import { distinctWords, makePost } from '#features/forum/server/fixtures.ts';
import { correct } from '#people/ledger/server/actions.ts';
import { expectToast } from './toast.ts';
import { type FixtureMember, type TestSite, expect, test } from './world.ts';

const OPENING =
  'Every bass in my last six tracks went through the same four boxes, in the same order, and nobody has noticed so far, which tells you something.';
const SECRET = 'The third box is a guitar tuner.';
const lockedText = (title: string): string => `${title}\n\n${OPENING}\n\n${SECRET}\n\n${distinctWords()}`;

async function rich(site: TestSite, credits: number): Promise<FixtureMember> {
  const member = await site.member();
  await site.ctx.db.tx((tx) => correct(site.ctx, tx, member.profileId, { xp: 0, credits }, 'for the test'));
  return member;
}

test('a post is locked by its author, cut for others, and opened for 100 credits', async ({
  page,
  open,
  site,
  axe,
}) => {
  const author = await site.member({ displayName: 'Ines Low' });
  const title = `Four boxes ${randomUUID()}`;
  await site.signIn(page, author);
  await page.goto('/forum?compose=1');
  await page.getByRole('textbox', { name: /^Your post, in Markdown/ }).fill(lockedText(title));
  await page.getByRole('checkbox', { name: 'Lock the text behind an unlock' }).check();
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page.getByText(SECRET)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Tip 10¢' })).toHaveCount(0);
  const address = new URL(page.url()).pathname;

  await test.step('a visitor sees the cut, and nothing of the rest is in the page', async () => {
    const visitor = await open();
    await visitor.goto('/forum');
    const row = visitor.getByRole('listitem').filter({ hasText: title });
    await expect(row.getByRole('img', { name: 'Locked' })).toBeVisible();
    await row.getByRole('link', { name: title }).click();
    await expect(visitor.getByRole('heading', { name: 'The rest is locked' })).toBeVisible();
    await visitor.reload();
    await expect(visitor.getByText(/^Every bass in my last six tracks/)).toBeVisible();
    await expect(visitor.getByRole('link', { name: 'Sign in to unlock' })).toBeVisible();
    const html = await (await visitor.request.get(address)).text();
    expect(html).not.toContain('guitar tuner');
    expect(html).not.toContain('tells you something');
    expect(html).toContain('"isAccessibleForFree":false');
  });

  const reader = await rich(site, 130);
  const theirs = await open(reader);
  await theirs.goto(address);
  await expect(theirs.getByRole('img', { name: '130 credits' })).toBeVisible();
  await expect(theirs.getByText(SECRET)).toHaveCount(0);
  await expect(theirs.getByText('This post is locked. Unlock it to read and answer it.')).toBeVisible();
  await axe(theirs);
  await theirs.getByRole('button', { name: 'Unlock ($1)' }).click();
  const question = theirs.getByRole('alertdialog', { name: 'Unlock this post?' });
  await expect(question).toContainText('100 credits go to Ines Low; you keep 30.');
  await question.getByRole('button', { name: 'Unlock ($1)' }).click();
  await expectToast(theirs, 'Post unlocked', 'It stays open to you. You have 30 credits left.');
  await expect(theirs.getByText(SECRET)).toBeVisible();
  await expect(theirs.getByRole('button', { name: 'Write a reply' })).toBeVisible();
  await theirs.reload();
  await expect(theirs.getByText(SECRET)).toBeVisible();

  await test.step('the author takes the lock away, and an open page shows it to everybody', async () => {
    const other = await open(await site.member());
    await other.goto(address);
    await expect(other.getByRole('heading', { name: 'The rest is locked' })).toBeVisible();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const lock = page.getByRole('checkbox', { name: 'Lock the text behind an unlock' });
    await expect(lock).toBeChecked();
    await lock.uncheck();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(other.getByText(SECRET)).toBeVisible();
  });
});

test('who has too little sees what is missing and how to earn it', async ({ page, site }) => {
  const id = await makePost(site.ctx, await site.member(), {
    content: lockedText(`Too dear ${randomUUID()}`),
    isLocked: true,
  });
  await site.signIn(page, await rich(site, 45));
  await page.goto(`/forum/post/${id}`);
  await expect(page.getByRole('button', { name: 'Unlock ($1)' })).toBeDisabled();
  await expect(
    page.getByText('You need 55 more credits. Each forum post earns 5, on up to 8 posts a day.'),
  ).toBeVisible();
});

test('a tip moves ten credits to the author, and one that cannot be paid moves none', async ({
  page,
  open,
  site,
  allow,
}) => {
  allow(/status of 402/);
  const author = await site.member({ displayName: 'Ines Hale' });
  const id = await makePost(site.ctx, author);
  const theirs = await open(author);
  const credits = async (): Promise<number> => {
    const session = await theirs.request.get('/api/v1/session');
    return ((await session.json()) as { viewer: { credits: number } }).viewer.credits;
  };
  const before = await credits();
  await site.signIn(page, await rich(site, 15));
  await page.goto(`/forum/post/${id}`);
  const tip = page.getByRole('button', { name: 'Tip 10¢' });
  await tip.click();
  // Asked once, and taken back.
  await expect(tip).toHaveText('Tip 10¢ to Ines Hale?');
  const wide = page.viewportSize()!;
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(page.getByRole('button', { name: 'More about this post' })).toBeInViewport({ ratio: 1 });
  await page.setViewportSize(wide);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(tip).toHaveText('Tip 10¢');
  await tip.click();
  await tip.click();
  await expectToast(page, 'Tip sent', '10 credits went to Ines Hale. You have 5 left.');
  await expect(page.getByText('You have 5 credits')).toBeVisible();
  await tip.click();
  await tip.click();
  await expectToast(
    page,
    'Not enough credits',
    'You need 5 more credits. Each forum post earns 5, on up to 8 posts a day.',
  );
  expect(await credits()).toBe(before + 10);
});
