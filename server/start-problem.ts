// A problem that the person who starts the product can mend: main prints its sentence alone and exits with code 1.
export class StartProblem extends Error {}
