import { expect, test } from 'vitest';
import { menuFor } from './menu.ts';

test('the menu leads visitors to uploads with their filters', () => {
  const addresses = menuFor(null).flatMap((group) => group.entries.map((entry) => entry.to));
  expect(addresses).toContain('/uploads');
});
