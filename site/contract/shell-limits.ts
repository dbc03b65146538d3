/** The side menu's measures (part 1 §9). */
export const sidebar = { cookie: 'sidebar_state', cookieDays: 7 } as const;
