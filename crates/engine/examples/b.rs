fn main() {
    let r = bstar_engine::bench(&mut |_, _| {});
    println!("{} nodes {} nps {:?}", r.nodes, r.nps(), r.time);
}
