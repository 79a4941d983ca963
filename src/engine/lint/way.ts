/**
 * Part of linting: how one rule may make another pointless.
 *
 * `restricts`: as a restriction, it matches at least as surely whatever the other restricts. `permits`: it permits whatever the
 * other permits. `beats`: as a restriction, it surely matches whatever the other permits.
 */
export type Way = 'restricts' | 'permits' | 'beats'
