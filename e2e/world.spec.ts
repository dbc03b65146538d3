import { hydrated } from './hydrated.ts';
import { expect, test } from './world.ts';

test('a visitor reads the front page without errors', async ({ page, axe }) => {
  await page.goto('/');
  await expect(page).toHaveTitle(/Looproom/);
  await axe(page);
});

test('a picture without words fails the check of a page', async ({ page, axe }) => {
  await page.goto('/');
  await hydrated(page);
  await page.evaluate(() => {
    const image = new Image();
    image.src = '/favicon.ico';
    document.querySelector('main')!.append(image);
  });
  await expect(axe(page)).rejects.toThrow('image-alt');
});

test('a member who is signed in by an inserted session is known to the page', async ({ page, site }) => {
  const member = await site.member({ displayName: 'Nora Lind' });
  await site.signIn(page, member);
  await page.goto('/settings/account');
  await expect(page.getByText(member.email).first()).toBeVisible();
});

test('two people have browsers of their own', async ({ open, site }) => {
  const [one, two] = [await open(await site.member()), await open()];
  await one.goto('/settings');
  await two.goto('/settings');
  await expect(one).toHaveURL(/\/settings\/profile$/);
  await expect(two).toHaveURL(/\/auth/);
});

test('declared errors pass', async ({ page, allow }) => {
  allow('on purpose');
  await page.goto('/');
  await page.evaluate(() => console.error('on purpose'));
});

test('undeclared errors are seen: console, page errors, failed requests and policy violations', async ({
  page,
  pageErrors,
  allow,
}) => {
  allow(/./);
  await page.goto('/');
  await page.evaluate(async () => {
    console.warn('a warning');
    setTimeout(() => {
      throw new Error('a page error');
    });
    await fetch('/api/v1/nothing');
    const script = document.createElement('script');
    script.textContent = 'document.title = "broken in"';
    document.head.append(script);
    await fetch('https://elsewhere.example/').catch(() => {});
  });
  await expect.poll(() => pageErrors.seen.join('\n')).toMatch(/Content Security Policy/);
  const all = pageErrors.seen.join('\n');
  for (const part of [/warning: a warning/, /page error: a page error/, /status of 404/]) expect(all).toMatch(part);
  await expect(page).toHaveTitle(/Looproom/);
});

test('an undeclared error fails a test', async ({ page }) => {
  test.fail();
  await page.goto('/');
  await page.evaluate(() => console.error('nobody declared this'));
});
