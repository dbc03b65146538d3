import type { PartyCard } from '#features/parties/contract/endpoints.ts';

/** The lists of parties, in the order of their page. */
export const partyStates = ['active', 'scheduled', 'ended'] as const satisfies readonly PartyCard['state'][];
