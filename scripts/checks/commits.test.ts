import { expect, test } from 'vitest';
import { commitFaults } from './commits.ts';

test('a message as STYLE.md asks for has no fault', () => {
  for (const subject of [
    'Hold posts with private information for review',
    'Embed videos in a post',
    'Merge branch gallery into main',
    'Show who edited a text\n\nThe body may say how: for all readers of /forum/posts.',
  ])
    expect(commitFaults(subject)).toEqual([]);
});

test('a subject that is long, no sentence or no imperative is named', () => {
  expect(commitFaults(`Hold ${'x'.repeat(68)}`)).toEqual(['its subject has 73 characters, 72 at most']);
  for (const subject of ['x', 'hold posts', 'Hold posts.', 'Holding posts', 'Added a hold', 'What a page weighs now'])
    expect(commitFaults(subject), subject).toHaveLength(1);
});

test('a folder of one machine is named, in a merge and in a body', () => {
  const place = ['', 'work', 'gallery'].join('/');
  expect(commitFaults(`Merge branch 'main' of ${place}`)).toEqual([`it names ${place}, which is of one machine`]);
  const home = ['', 'home', 'somebody', 'x'].join('/');
  expect(commitFaults(`Hold posts\n\nSee ${home}.`)).not.toEqual([]);
});
