import { randomUUID } from 'node:crypto';
import type { MeasuredParty } from './sync.ts';

type Post = (cookie: string, path: string, body: unknown) => Promise<{ id: string }>;

/** Makes a party with tracks in its queue, through the endpoints. */
export async function makeMeasuredParty(
  url: string,
  members: readonly { cookie: string }[],
  fileIds: readonly string[],
): Promise<MeasuredParty> {
  const post: Post = async (cookie, address, body) => {
    const answer = await fetch(`${url}/api/v1${address}`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json', origin: url },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`POST ${address}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as { id: string };
  };
  const [host, guest, late] = members.map((member) => member.cookie);
  const { id: partyId } = await post(host!, '/parties', { name: 'In step', submitId: randomUUID() });
  for (const fileId of fileIds) {
    const { id } = await post(host!, '/uploads', {
      content: `Tone ${fileId}`,
      fileIds: [fileId],
      submitId: randomUUID(),
    });
    const upload = (await (await fetch(`${url}/api/v1/uploads/${id}`, { headers: { cookie: host! } })).json()) as {
      files: { trackId: string }[];
    };
    await post(host!, `/parties/${partyId}/queue`, { uploadId: id, trackId: upload.files[0]!.trackId });
  }
  return { url, partyId, cookies: [host!, guest!, late!] };
}
