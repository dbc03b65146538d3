import { z } from 'zod';
import * as accounts from '#people/accounts/contract/shapes.ts';
import * as announcements from '#features/announcements/contract/endpoints.ts';
import * as appeals from '#content/moderation/contract/appeals.ts';
import * as appearance from '#people/profiles/contract/appearance.ts';
import * as archives from '#content/media/contract/archives.ts';
import * as content from '#content/core/contract/shapes.ts';
import * as community from '#people/community/contract/endpoints.ts';
import * as customization from '#features/customization/contract/endpoints.ts';
import * as feed from '#features/feed/contract/shapes.ts';
import * as forum from '#features/forum/contract/shapes.ts';
import * as friends from '#people/friends/contract/endpoints.ts';
import * as gallery from '#features/gallery/contract/endpoints.ts';
import * as ledger from '#people/ledger/contract/endpoints.ts';
import * as legal from '#people/legal/contract/endpoints.ts';
import * as media from '#content/media/contract/endpoints.ts';
import * as moderation from '#content/moderation/contract/endpoints.ts';
import * as notifications from '#people/notifications/contract/endpoints.ts';
import * as parties from '#features/parties/contract/shapes.ts';
import * as payments from '#features/payments/contract/endpoints.ts';
import * as podcasts from '#features/podcasts/contract/endpoints.ts';
import * as profiles from '#people/profiles/contract/endpoints.ts';
import * as rights from '#content/rights/contract/endpoints.ts';
import * as secretLinks from '#features/secret-links/contract/endpoints.ts';
import * as sets from '#features/sets/contract/endpoints.ts';
import * as shapes from '#platform/contract/shapes.ts';
import * as sharing from '#features/sharing/contract/shapes.ts';
import * as showcase from '#features/showcase/contract/endpoints.ts';
import * as siteSettings from '#people/site-settings/contract/endpoints.ts';
import * as spammers from '#content/moderation/contract/spammers.ts';
import * as staff from '#features/staff/contract/endpoints.ts';
import * as welcome from '#features/welcome/contract/endpoints.ts';

/** Files of the contract whose shapes have a name in the API's description: that of their export. */
const modules: readonly Readonly<Record<string, unknown>>[] = [
  shapes,
  accounts,
  announcements,
  appeals,
  appearance,
  archives,
  community,
  content,
  customization,
  feed,
  forum,
  friends,
  gallery,
  ledger,
  legal,
  media,
  moderation,
  notifications,
  parties,
  payments,
  podcasts,
  profiles,
  rights,
  secretLinks,
  sets,
  sharing,
  showcase,
  siteSettings,
  spammers,
  staff,
  welcome,
];

/** The shared shapes of the contract by their names in the API's description: `person` is `Person`. @throws where two have one name */
export function namedShapes(): ReadonlyMap<string, z.ZodType> {
  const named = new Map<string, z.ZodType>();
  for (const [name, shape] of modules.flatMap((module) => Object.entries(module))) {
    // Parameters of an address and of a query stand one by one.
    const isShape = shape instanceof z.ZodObject || shape instanceof z.ZodUnion;
    if (!isShape || /(Params|Query)$/.test(name)) continue;
    const title = `${name[0]!.toUpperCase()}${name.slice(1)}`;
    if ((named.get(title) ?? shape) !== shape) throw new Error(`Two shapes of the contract are called ${name}.`);
    named.set(title, shape);
  }
  return named;
}
