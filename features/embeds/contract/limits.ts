/** Pixels of the frames for other sites, where a site asks for no smaller ones. */
export const frameHeights = { track: 148, set: 320, party: 236 } as const;

/** Pixels of the small player of an upload: one with several tracks has a list, which scrolls beyond that of a set. */
export const trackFrameHeight = (tracks: number): number =>
  tracks < 2 ? frameHeights.track : Math.min(frameHeights.set, frameHeights.track + 8 + 44 * tracks);
