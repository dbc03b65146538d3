/** Where who has signed in goes on. */
export const partyLink = (party: string | undefined) =>
  party === undefined
    ? ({ to: '/' } as const)
    : ({ to: '/listening-party/$partyId', params: { partyId: party } } as const);
