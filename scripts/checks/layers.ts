/** The layers of the program, low to high: a file imports from its own layer and those below it. */
export const layers = ['platform', 'people', 'content', 'features', 'site'] as const;
