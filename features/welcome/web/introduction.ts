/** Address of the form for a first post. @param category null for General */
export const introductionAddress = (category: string | null): string =>
  category === null ? '/forum?compose=1' : `/forum?category=${encodeURIComponent(category)}&compose=1`;
