// What every file of tests begins with. Imported, so that it happens once for all files of a worker.
import '../../tools/patient-waits.ts'
