//! `bstar-lab network`: what a network is, and what it says of positions.

use std::path::PathBuf;

use bstar_laboratory::{NetworkObject, NetworkValues};
use bstar_training::network_check::{Network, ReferencePosition, network_values, read_reference};
use clap::Args;

use bstar_terminal::output::{Out, Verdict};

/// Says what a file of a network is. With --positions it writes the network's value of every
/// position, for the side to move and in the network's own whole numbers: nothing fades, nothing is
/// limited, no ending is known. So it can be compared with the program that trained it.
///
/// A line of the positions is a FEN. Where a tab and a whole number follow, the value is compared
/// with it; the exit code is 1 if one differs.
#[derive(Args)]
pub struct Arguments {
    /// The network
    #[arg(value_name = "FILE.nn")]
    file: PathBuf,
    /// Positions, a FEN a line, perhaps with the value expected after a tab
    #[arg(long, value_name = "FILE")]
    positions: Option<PathBuf>,
    /// Print a JSON object for the network or, with positions, for each of them and one for all
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments, out: &mut Out) -> anyhow::Result<Verdict> {
    let network = Network::load(&arguments.file)?;
    match &arguments.positions {
        Some(path) => evaluate(&network, &read_reference(path)?, arguments, out),
        None => describe(&network, arguments, out),
    }
}

fn describe(network: &Network, arguments: &Arguments, out: &mut Out) -> anyhow::Result<Verdict> {
    let instructions = network.kernel().name();
    if arguments.json {
        let described = NetworkObject {
            checksum: format!("{:016x}", network.checksum()),
            hidden: network.hidden(),
            buckets: network.buckets(),
            scale: network.scale(),
            instructions,
        };
        out.json("network", &described)?;
    } else {
        let file = arguments.file.display();
        out.line(format_args!("{file}: {network}; here with {instructions}"))?;
    }
    Ok(Verdict::Done)
}

fn evaluate(
    network: &Network,
    references: &[ReferencePosition],
    arguments: &Arguments,
    out: &mut Out,
) -> anyhow::Result<Verdict> {
    let (mut compared, mut different) = (0, 0);
    for valued in network_values(network, references) {
        compared += usize::from(valued.expected.is_some());
        different += usize::from(!valued.is_as_expected());
        if arguments.json {
            out.json("network-value", &valued)?;
            continue;
        }
        let remark = match valued.expected {
            Some(expected) if expected != valued.value => format!("\texpected {expected}"),
            _ => String::new(),
        };
        out.line(format_args!("{}\t{}{remark}", valued.fen, valued.value))?;
    }
    if arguments.json {
        let positions = references.len();
        let compared = NetworkValues {
            positions,
            compared,
            different,
        };
        out.json("network-values", &compared)?;
    } else if compared > 0 {
        out.line(format_args!("# {different} of {compared} values differ"))?;
    }
    Ok(if different > 0 {
        Verdict::No
    } else {
        Verdict::Done
    })
}
