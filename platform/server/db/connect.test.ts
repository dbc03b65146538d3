import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { connectToDatabase } from './connect.ts';

const url = 'postgres://user:very-secret@127.0.0.1:9/looproom';
const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:9'), { code: 'ECONNREFUSED' });
const logger = () => ({ warn: vi.fn<(...parts: unknown[]) => void>() });

test('a database server that starts after the site is waited for, and the log says so once', async () => {
  const log = logger();
  const connect = vi
    .fn<() => Promise<{ release(): void }>>()
    .mockRejectedValueOnce(refused)
    .mockRejectedValueOnce(refused);
  connect.mockResolvedValue({ release() {} });
  await connectToDatabase({ connect } as unknown as pg.Pool, url, log as never, 30_000);
  expect(connect).toHaveBeenCalledTimes(3);
  expect(log.warn).toHaveBeenCalledExactlyOnceWith(
    expect.anything(),
    'the database looproom on 127.0.0.1:9 does not answer yet: trying again for 30 s',
  );
});

test('one that cannot be reached ends the start with one sentence, without the password', async () => {
  const pool = new pg.Pool({ connectionString: url });
  const error = await connectToDatabase(pool, url, logger() as never, 0).catch((thrown: unknown) => thrown);
  await pool.end();
  expect(error).toMatchObject({
    name: 'DatabaseUnreachable',
    message:
      'The database looproom on 127.0.0.1:9 cannot be reached: connect ECONNREFUSED 127.0.0.1:9. Check DATABASE_URL and that the server runs.',
  });
});

test('a wrong password or name is said at once: waiting mends neither', async () => {
  for (const code of ['28P01', '3D000']) {
    const connect = vi
      .fn<() => Promise<{ release(): void }>>()
      .mockRejectedValue(Object.assign(new Error('no'), { code }));
    const tried = connectToDatabase({ connect } as unknown as pg.Pool, url, logger() as never, 30_000);
    await expect(tried).rejects.toThrow('The database server refuses looproom on 127.0.0.1:9: no. Check DATABASE_URL.');
    expect(connect).toHaveBeenCalledTimes(1);
  }
});
