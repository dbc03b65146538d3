/** Friends (part 1 §2, §9). */
export const friends = { searchResults: 10, onProfile: 8, perPage: 30, followingMax: 1000 } as const;
