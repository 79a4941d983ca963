/** How well a pattern fits: 0 not at all, 1 it might once the call runs, 2 for certain. */
export type Match = 0 | 1 | 2
