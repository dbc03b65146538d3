import { expect, it } from 'vitest';
import { merged } from './merge.ts';

const base = { name: 'Mina', bio: '', links: [1, 2] };

it('what was typed here stays, what another device saved comes in', () => {
  expect(merged(base, { ...base, name: 'Mina K' }, { ...base, bio: 'Hello' })).toEqual({
    values: { name: 'Mina K', bio: 'Hello', links: [1, 2] },
    changed: ['bio'],
  });
});

it('where both changed the same, nothing that was typed is lost, and the other change is reported', () => {
  expect(merged(base, { ...base, links: [2, 1] }, { ...base, links: [1] })).toEqual({
    values: { name: 'Mina', bio: '', links: [2, 1] },
    changed: ['links'],
  });
});

it('nothing changed elsewhere', () => {
  expect(merged(base, { ...base, bio: 'Hi' }, base)).toEqual({ values: { ...base, bio: 'Hi' }, changed: [] });
});
