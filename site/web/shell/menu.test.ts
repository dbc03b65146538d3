import { expect, test } from 'vitest';
import { sections } from '#site/contract/section-limits.ts';
import { type ShellViewer, menuFor } from './menu.ts';

test('the menu leads visitors to uploads with their filters', () => {
  const addresses = menuFor(null).flatMap((group) => group.entries.map((entry) => entry.to));
  expect(addresses).toContain('/uploads');
});

test('the menu has the names, the order and the links of the site, and none of what it does not show', () => {
  const parts = {
    closed: 'Off',
    off: ['/leaks/'],
    names: { '/leaks': null, '/songs': 'Beats' },
    order: ['/sets', '/songs'],
    links: [{ label: 'Shop', to: 'https://shop.example' }],
  };
  const groups = menuFor(null, parts);
  expect(groups.map(({ label }) => label)).toEqual(['Main', 'Content', 'Community', 'User']);
  expect(groups[1]!.entries.map(({ label }) => label)).toEqual([
    'Beats',
    'Sets',
    'Drumkits',
    'Editing Packs',
    'Spotify Showcase',
  ]);
  expect(groups[2]!.entries.at(-1)).toMatchObject({ label: 'Shop', to: 'https://shop.example' });
});

test('what can be switched off stands in the menu under the page of its section', () => {
  const pages = Object.values(sections).map(({ page }) => page);
  const addresses = menuFor({ isAdmin: true } as ShellViewer).flatMap(({ entries }) => entries.map(({ to }) => to));
  const inMenu = pages.filter((page) => !page.includes('?') && page !== sections.credits.page);
  expect(addresses).toEqual(expect.arrayContaining(inMenu));
  const labels = menuFor({ isAdmin: true } as ShellViewer).flatMap(({ entries }) => entries);
  for (const { page, label } of Object.values(sections))
    if (inMenu.includes(page)) expect(labels.find(({ to }) => to === page)?.label).toBe(label);
});
