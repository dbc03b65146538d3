import { randomUUID } from 'node:crypto';
import { archiveRightsWording } from '#platform/contract/archive-limits.ts';
import { correct } from '#people/ledger/server/actions.ts';
import { makeFile } from '#content/media/server/fixtures.ts';
import { makeItem } from '#features/sharing/server/fixtures.ts';
import { readDirectory } from '#platform/server/archive/directory.ts';
import { memorySource } from '#platform/server/archive/source.ts';
import { sql } from '#platform/server/db/database.ts';
import { zipOfParts } from '#site/testing/zip.ts';
import { callAs, tone } from './share.ts';
import { expectToast } from './toast.ts';
import { expect, test } from './world.ts';

const sound = (name: string, seconds: number, deflated = false) => ({ ...tone(name, seconds), deflated });

/** A kit with sounds in two folders, a preset and a program. */
const kit = (): Buffer =>
  zipOfParts([
    sound('Night/Kicks/kick 10.wav', 1, true),
    sound('Night/Kicks/kick 2.wav', 2),
    sound('Night/Loops/loop.wav', 6),
    { name: 'Night/lead.fxp', content: Buffer.from(randomUUID()) },
    { name: 'Night/setup.exe', content: Buffer.from('MZ') },
  ]);

test('a kit is uploaded as a ZIP, listed, heard by keys, filtered, downloaded in part, sold and bought', async ({
  page,
  open,
  site,
  axe,
  allow,
}) => {
  test.setTimeout(240_000);
  allow(/status of 40[02]/);
  const author = await site.member({ displayName: 'Ada Kit' });
  await site.signIn(page, author);
  await page.goto('/drumkits');
  await page.getByRole('button', { name: 'Submit Drumkit' }).first().click();
  const form = page.getByRole('dialog', { name: 'Submit Drumkit' });
  const title = `Night kit ${randomUUID().slice(0, 8)}`;
  await form.getByLabel('Title').fill(title);
  await form
    .getByRole('group', { name: 'Archive' })
    .getByTestId('file-input')
    .setInputFiles({ name: 'night.zip', mimeType: 'application/zip', buffer: kit() });
  await expect(form.getByText('Ready')).toBeVisible();
  await form.getByRole('button', { name: 'Submit Drumkit' }).click();
  await expectToast(
    page,
    'Rights',
    'Please confirm that you may share this here. Work of others needs their permission.',
  );
  await form.getByLabel(archiveRightsWording).check();
  await form.getByLabel('Price').fill('30');
  await axe(page);
  await form.getByRole('button', { name: 'Submit Drumkit' }).click();
  await expectToast(page, 'Drumkit submitted', 'It is in the list now.');
  await site.settle();
  const card = page.getByRole('article', { name: title });
  await card.getByRole('link', { name: title }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await page.reload();
  const panel = page.getByRole('region', { name: 'night.zip' });
  await expect(panel.getByRole('list', { name: 'Night/Kicks' }).getByRole('listitem')).toHaveText([
    /kick 2\.wav.*WAV · 2\.0 s/,
    /kick 10\.wav.*WAV · 1\.0 s/,
  ]);
  await expect(panel).toContainText('It holds 1 program. Run a program only if you trust who made it.');
  await expect(panel.getByRole('list', { name: 'Night', exact: true })).toContainText('VST preset');

  // The arrows hear the next sound, space stops it.
  await panel.getByRole('button', { name: 'Play kick 2.wav' }).click();
  await expect(panel.getByRole('button', { name: 'Stop kick 2.wav' })).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('ArrowDown');
  const next = panel.getByRole('button', { name: 'Stop kick 10.wav' });
  await expect(next).toBeFocused();
  await page.keyboard.press('Space');
  await expect(panel.getByRole('button', { name: 'Play kick 10.wav' })).toHaveAttribute('aria-pressed', 'false');
  await axe(page);

  await panel.getByLabel('Length').selectOption('Over 5 s');
  await expect(panel.getByRole('listitem')).toHaveText([/loop\.wav/]);
  await panel.getByLabel('Length').selectOption('Any length');
  await panel.getByLabel('Choose kick 2.wav').check();
  await panel.getByLabel('Choose lead.fxp').check();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    panel.getByRole('link', { name: 'Download these 2' }).click(),
  ]);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  const { entries: chosen } = await readDirectory(memorySource(Buffer.concat(chunks)), {
    entries: 10,
    unpackedBytes: 1e9,
  });
  expect(chosen.map(({ path }) => path)).toEqual(['Night/lead.fxp', 'Night/Kicks/kick 2.wav']);

  const address = new URL(page.url()).pathname;
  const visitor = await open();
  await visitor.setViewportSize({ width: 360, height: 780 });
  await visitor.goto(address);
  const shut = visitor.getByRole('region', { name: 'night.zip' });
  await expect(shut.getByRole('link', { name: 'Sign in to buy for 30 credits' })).toBeVisible();
  await expect(shut.getByRole('list', { name: 'Night/Kicks' })).toContainText('kick 2.wav');
  await expect(shut.getByRole('button', { name: /Play kick/ })).toHaveCount(0);
  expect(await visitor.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await axe(visitor);

  const buyer = await site.member({ displayName: 'Ben Buys' });
  const earn = (credits: number) =>
    site.ctx.db.tx((tx) => correct(site.ctx, tx, buyer.profileId, { xp: 0, credits }, randomUUID()));
  await earn(10);
  await site.signIn(visitor, buyer);
  await visitor.goto(address);
  const pay = async () => {
    await shut.getByRole('button', { name: 'Buy for 30 credits' }).click();
    await visitor.getByRole('alertdialog').getByRole('button', { name: 'Buy for 30 credits' }).click();
  };
  await pay();
  await expectToast(visitor, 'Insufficient Credits', 'You need 30 credits but only have 10');
  await earn(40);
  await pay();
  await expectToast(visitor, 'Purchase Successful!', `You now own ${title}! You have 20 credits left.`);
  await expect(shut.getByRole('link', { name: /^Download/ })).toBeVisible();
  await shut.getByRole('button', { name: 'Play kick 2.wav' }).click();
  await expect(shut.getByRole('button', { name: 'Stop kick 2.wav' })).toBeVisible();
  await visitor.getByRole('button', { name: 'Tip 10¢' }).click();
  await visitor.getByRole('button', { name: /^Tip 10¢ to / }).click();
  await expectToast(visitor, 'Tip sent');

  await page.getByRole('button', { name: `More about “${title}”` }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete this drumkit?' });
  await expect(question).toContainText('Members who have bought it keep it, with all its versions.');
  await question.getByRole('button', { name: 'Cancel' }).click();
});

/** A sound as AIFF, which Chrome and Firefox do not play: 16 bits, mono, 8 kHz. @param wav as `tone` makes it */
function aiffOf(wav: Uint8Array): Buffer {
  const samples = Buffer.from(wav.subarray(44)).swap16();
  const head = Buffer.alloc(54);
  head.write('FORM', 0, 'latin1');
  head.writeUInt32BE(46 + samples.length, 4);
  head.write('AIFFCOMM', 8, 'latin1');
  head.writeUInt32BE(18, 16);
  head.writeUInt16BE(1, 20);
  head.writeUInt32BE(samples.length / 2, 22);
  head.writeUInt16BE(16, 26);
  head.write('400bfa00000000000000', 28, 'hex');
  head.write('SSND', 38, 'latin1');
  head.writeUInt32BE(8 + samples.length, 42);
  return Buffer.concat([head, samples]);
}

test('a sound that browsers do not play is prepared and plays, says so where that fails, and what cannot be heard has no button', async ({
  page,
  site,
  axe,
  allow,
}) => {
  test.setTimeout(240_000);
  allow(/status of 503/);
  const author = await site.member({ displayName: 'Ada Kit' });
  const zip = zipOfParts([
    { name: 'bass.aiff', content: aiffOf(tone('bass', 3).content) },
    { name: 'loop.rx2', content: Buffer.from(`CAT 0000REX2${randomUUID()}`) },
    { name: 'read me.wav', content: Buffer.from('no sound') },
  ]);
  const archiveFileId = await makeFile(site.ctx, author, zip, { purpose: 'sharing_archive', name: 'odd.zip' });
  await site.settle();
  const body = { title: 'Odd sounds', archiveFileId, rights: true, submitId: randomUUID() };
  const { id } = await callAs(site, author, 'POST', '/drumkits', body);
  await site.settle();
  await page.goto(`/drumkits/${id}`);
  const panel = page.getByRole('region', { name: 'odd.zip' });
  await expect(panel.getByRole('listitem')).toHaveText([
    /bass\.aiff.*AIFF · 3\.0 s/,
    /loop\.rx2.*ReCycle loop · Cannot be played here/,
    /read me\.wav.*Not a sound/,
  ]);
  await expect(panel.getByRole('button', { name: /^Play / })).toHaveCount(1);

  const detail = 'This sound could not be prepared at the moment. Please try again in a moment.';
  const problem = { status: 503, contentType: 'application/problem+json', body: JSON.stringify({ detail }) };
  await page.route('**/archives/*/*', (route) => route.fulfill(problem));
  await panel.getByRole('button', { name: 'Play bass.aiff' }).click();
  await expect(panel.getByRole('alert')).toHaveText(detail);
  await axe(page);
  await page.unroute('**/archives/*/*');
  await panel.getByRole('button', { name: 'Try to play bass.aiff again' }).click();
  const stop = panel.getByRole('button', { name: 'Stop bass.aiff' });
  await expect(stop).toBeVisible();
  await expect(panel.getByRole('alert')).toHaveCount(0);
  await expect(panel.getByText('Being prepared…')).toHaveCount(0);
  await expect(stop).toHaveCount(0, { timeout: 15_000 });
  await expect(panel.getByRole('button', { name: 'Play bass.aiff' })).toBeVisible();
});

test('the author of a kit corrects tempo and key of a sound in it', async ({ page, open, site, axe }) => {
  const author = await site.member({ createdAt: new Date('2020-01-01') });
  const archiveFileId = await makeFile(site.ctx, author, kit(), { purpose: 'sharing_archive', name: 'night.zip' });
  await site.settle();
  const title = `Night kit ${randomUUID().slice(0, 8)}`;
  const id = await makeItem(site.ctx, 'drumkit', author, { title, archiveFileId });
  await site.ctx.db.rows(sql`
    UPDATE archive_entries SET tempo = 60, musical_key = 'Am', candidates = '{"tempos":[60,90],"keys":["Am","C"]}'::jsonb
    WHERE file_id = ${archiveFileId} AND path LIKE '%loop.wav'`);
  await site.signIn(page, author);
  await page.goto(`/drumkits/${id}`);
  const row = page.getByRole('listitem').filter({ hasText: 'loop.wav' });
  await expect(row).toContainText('60 bpm · Am');
  await row.getByRole('button', { name: 'Tempo and key of loop.wav' }).click();
  const dialog = page.getByRole('dialog', { name: 'Tempo and key' });
  await expect(dialog.getByText('Found: 60 BPM')).toBeVisible();
  await axe(page);
  await dialog.getByRole('button', { name: 'Double' }).click();
  await dialog.getByRole('button', { name: 'C major' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(row).toContainText('120 bpm · C');
  const visitor = await open();
  await visitor.goto(`/drumkits/${id}`);
  await expect(visitor.getByRole('listitem').filter({ hasText: 'loop.wav' })).toContainText('120 bpm · C');
  await expect(visitor.getByRole('button', { name: 'Tempo and key of loop.wav' })).toHaveCount(0);
});

test('a ZIP that is a trap is refused with its reason', async ({ page, site, allow }) => {
  allow(/status of 409/);
  await site.signIn(page, await site.member());
  await page.goto('/drumkits');
  await page.getByRole('button', { name: 'Submit Drumkit' }).first().click();
  const form = page.getByRole('dialog', { name: 'Submit Drumkit' });
  await form.getByLabel('Title').fill('A trap');
  await form
    .getByRole('group', { name: 'Archive' })
    .getByTestId('file-input')
    .setInputFiles({ name: 'trap.zip', mimeType: 'application/zip', buffer: zipOfParts([sound('../../kick.wav', 1)]) });
  await expect(form.getByText('Ready')).toBeVisible();
  await site.settle();
  await form.getByLabel(archiveRightsWording).check();
  await form.getByRole('button', { name: 'Submit Drumkit' }).click();
  await expectToast(
    page,
    'File not readable',
    'No file in the archive has a name that can be unpacked safely: "../../kick.wav". Please pack a folder instead.',
  );
});
