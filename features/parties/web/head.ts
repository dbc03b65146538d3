import type { PartyCard } from '#features/parties/contract/endpoints.ts';
import { type HeadSite, drawnPicture, pageHead } from '#platform/web/lib/page/page-head.ts';

/**
 * Head of the page that visitors of a party come to: what they are invited to, where the party's address is shared.
 * @param tabTitle of a page that is not the party's own
 */
export function partyHead(site: HeadSite, party: PartyCard, tabTitle?: string) {
  const { id, name, host, state, startsAt, description } = party;
  return pageHead(site, {
    path: `/listening-party/${id}`,
    title: name,
    ...(tabTitle !== undefined && { tabTitle }),
    description: description === '' ? `A listening party hosted by ${host.displayName}.` : description.slice(0, 300),
    author: host.displayName,
    picture: drawnPicture('party', id, [name, host.displayName, state, startsAt ?? '']),
    isUnlisted: true,
  });
}
