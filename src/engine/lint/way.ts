/**
 * Part of linting: how one rule may make another pointless.
 *
 * `restricts`: as a restriction, it matches everything that the other restricts, at least as surely. `permits`: it
 * permits everything that the other permits. `beats`: as a restriction, it surely matches everything that the other
 * permits.
 */
export type Way = 'restricts' | 'permits' | 'beats'
