import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import type { Input } from '#site/contract/contract.ts';
import { makeFile, makeSound } from '#content/media/server/fixtures.ts';
import { setSiteSetting } from '#people/site-settings/server/store.ts';
import { wavOfSamples } from '#site/testing/wav.ts';
import type { FixtureMember, TestSite } from './world.ts';

type Sharing = Input<'POST /uploads'>['body'];

/** Calls an endpoint as a member, over the network. @returns its answer. */
export async function callAs(
  site: TestSite,
  member: Pick<FixtureMember, 'cookie'>,
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body: unknown = {},
): Promise<{ id: string }> {
  const response = await fetch(`${site.url}/api/v1${path}`, {
    method,
    headers: { cookie: member.cookie, 'content-type': 'application/json', origin: site.url },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as { id: string };
}

/**
 * Creates an upload or a post as the composer does; its files are transferred and processed before. Of sounds of one
 * length only the first of a worker is really processed: journeys about processing send theirs through the page.
 * @returns its id
 */
export async function share(
  site: TestSite,
  author: Pick<FixtureMember, 'cookie'>,
  { files = [], ...body }: Partial<Sharing> & { files?: readonly { name: string; content: Uint8Array }[] } = {},
): Promise<string> {
  // How often somebody may share is no matter of these journeys.
  await setSiteSetting(site.ctx, 'spamUploads', 1000);
  const fileIds: string[] = [];
  for (const { name, content } of files)
    fileIds.push(
      name.endsWith('.wav')
        ? await makeSound(site.ctx, author, { name, content })
        : await makeFile(site.ctx, author, content, { name }),
    );
  await site.settle();
  const made = await callAs(site, author, 'POST', '/uploads', {
    content: `A loop to hear ${randomUUID()}`,
    ...body,
    ...(fileIds.length > 0 && { fileIds }),
    submitId: randomUUID(),
  });
  return made.id;
}

/** A picture of one colour. */
export async function picture(
  name: string,
  width: number,
  height: number,
  background = 'coral',
): Promise<{ name: string; content: Uint8Array }> {
  const content = await sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();
  return { name, content };
}

/** A sine of some seconds, as a wav of 8 kHz. */
export function tone(name: string, seconds: number): { name: string; content: Uint8Array } {
  const rate = 8000;
  const samples = Float32Array.from(
    { length: rate * seconds },
    (_, at) => 0.37 * Math.sin((at * 2 * Math.PI * 330) / rate),
  );
  return { name, content: wavOfSamples(samples, rate) };
}
