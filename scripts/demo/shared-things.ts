import type { SharingKind } from '#content/core/contract/shared-kinds.ts';
import type { KitLicence } from '#features/sharing/contract/limits.ts';
import { readData } from './parse.ts';

/** A song, kit, pack, leak or promotion post of the demo. An address is a placeholder: nobody is behind it. */
export interface DemoThing {
  readonly kind: SharingKind;
  readonly by: string;
  readonly title: string;
  /** Its description. */
  readonly body: string;
  /** Of a song absent where the newest track of the member's own uploads is the song. */
  readonly url?: string;
  readonly tags: string;
  readonly artist?: string;
  readonly type?: string;
  readonly licence?: KitLicence;
  /** The text of a licence of its own. */
  readonly licences?: readonly { readonly text: string }[];
  /** Number of the drawing that previews it. */
  readonly cover?: number;
  /** Its ZIP, what that costs, and a second one with what is new in it. */
  readonly archive?: string;
  readonly price?: number;
  readonly versions?: readonly { readonly archive: string; readonly text: string }[];
  /** How much others like it, 0 to 1. */
  readonly love: number;
  /** Staff have not decided about it yet. */
  readonly waits?: true;
  readonly comments?: readonly { readonly by: string; readonly text: string }[];
}

const kinds = ['song', 'drumkit', 'editing_pack', 'leak', 'self_promotion_post'];
const options = 'by love artist type licence price cover archive url tags waits!';

/** What the members of the demo share beside the feed. */
export const demoThings: readonly DemoThing[] = readData<DemoThing>('texts/shared.txt', {
  ...Object.fromEntries(kinds.map((kind) => [`=== ${kind}`, options])),
  '--- licence': '',
  '--- version': 'archive',
  '--- comment': 'by',
});
