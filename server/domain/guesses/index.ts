export { addressGuessLimiter, forgetGuesses, guessLimiter } from "./guess-limiter";
